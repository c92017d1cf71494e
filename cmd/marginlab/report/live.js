"use strict";

// A live page asks for itself every two seconds or so, and takes over the blocks that have changed: what
// is open, sorted, focused or under the pointer stays so,
// and what is being clicked waits.
{
  const blocks = root => [...root.querySelectorAll("header.top > :not(#live), main > section:not(:has(.viewer)) > *")];
  const frame = root => blocks(root).length + [...root.querySelectorAll("section")].map(e => e.id).join();
  const data = root => root.getElementById("page-data")?.textContent;
  const texts = blocks(document).map(b => b.outerHTML), framed = frame(document), held = data(document);
  const line = document.getElementById("live"), every = Number(line.dataset.every);
  let tag = "", pointer = null;
  addEventListener("pointermove", event => { pointer = event.isTrusted ? event : pointer; });

  const replace = (old, fresh) => {
    const focus = [...old.querySelectorAll("a, button, [tabindex]")].indexOf(document.activeElement);
    const places = [old, ...old.querySelectorAll(".scroll")].map(e => [e.scrollTop, e.scrollLeft]);
    const told = old.matches(":hover") && pointer;
    document.adoptNode(fresh);
    old.replaceWith(fresh);
    enhance({ querySelectorAll: selector => [fresh, ...fresh.querySelectorAll("*")].filter(e => e.matches(selector)) });
    [fresh, ...fresh.querySelectorAll(".scroll")].forEach((e, i) => places[i] && ([e.scrollTop, e.scrollLeft] = places[i]));
    if (focus >= 0) [...fresh.querySelectorAll("a, button, [tabindex]")][focus]?.focus({ preventScroll: true });
    if (told) document.elementFromPoint(told.clientX, told.clientY)?.closest(".plot")?.dispatchEvent(new PointerEvent("pointermove", { clientX: told.clientX, clientY: told.clientY }));
  };

  const take = text => {
    const fresh = new DOMParser().parseFromString(text, "text/html"), news = blocks(fresh);
    if (frame(fresh) !== framed) return location.reload();
    document.title = fresh.title;
    blocks(document).forEach((old, i) => {
      const text = news[i].outerHTML;
      if (text === texts[i] || old.matches(":active") || String(getSelection()) && getSelection().containsNode(old, true)) return;
      texts[i] = text;
      replace(old, news[i]);
    });
    return data(fresh) === held ? "" : "There is a newer stream than the one below: load this page again to step through it.";
  };

  let answered = new Date(), says = "";
  const ask = async () => {
    try {
      const answer = await fetch(location.pathname, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {}, signal: AbortSignal.timeout(10_000) });
      if (answer.status === 200) {
        says = take(await answer.text());
        tag = answer.headers.get("ETag") ?? "";
      } else if (answer.status !== 304) {
        tag = "";
        says = await answer.text();
      }
      answered = new Date();
    } catch {
      tag = "";
      says = `No answer since ${answered.toLocaleTimeString()}. What is shown is as it was then; this page goes on asking.`;
    }
    if (line.textContent !== says) line.textContent = says;
    setTimeout(() => document.hidden ? addEventListener("visibilitychange", ask, { once: true }) : ask(), every);
  };
  setTimeout(ask, every);
}
