#!/usr/bin/env python3
"""Times marginlab beside other programs that learn linear classifiers, by hyperfine: whole processes that read a file,
learn, and write their model. Writes a page with the median times, their ratios to marginlab's, and the accuracy and the
margin of each model.

A program that is not installed, fails or takes too long is named, and the others run. Nothing is downloaded."""
import argparse, datetime, json, math, os, platform, re, shlex, shutil, subprocess, sys, tempfile


# ---- Readers of models: the weights from feature 1 on and the bias, of a classifier that is positive for label +1.

def liblinear(text):
    head, weights = text.split("\nw\n")
    features = int(re.search(r"nr_feature (\d+)", head)[1])
    sign = -1 if "\nlabel -1" in head else 1
    w = [sign * float(v) for v in weights.split()]
    return w[:features], sum(w[features:])  # the last may be the weight of a constant 1


def libsvm(text):
    head, vectors = text.split("\nSV\n")
    sign = -1 if "\nlabel -1" in head else 1
    w = {}
    for line in vectors.splitlines():
        alpha, *x = line.split()
        for i, v in map(coordinate, x):
            w[i] = w.get(i, 0) + sign * float(alpha) * v
    return listed(w), -sign * float(re.search(r"rho (\S+)", head)[1])


def vw(text):
    return listed(dict(map(coordinate, text.split("\n:0\n")[1].split()))), 0


def sol(text):
    bias, *w = map(float, text.split("weight[0]:")[1].strip(" \n[]").split())
    return w, bias


def coordinate(word):
    i, v = word.split(":")
    return int(i), float(v)


def listed(w):
    return [w.get(i, 0) for i in range(1, max(w) + 1)]


# ---- The programs, marginlab first in its groups, and what they solve.

SCIKIT = """import sys
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import Perceptron, SGDClassifier
x, y = load_svmlight_file(sys.argv[2])
c = eval(sys.argv[1]).fit(x, y)
with open(sys.argv[3], "w") as f:
    print("label 1 -1\\nnr_feature", x.shape[1], file=f)
    print("w", *map(float, c.coef_[0]), float(c.intercept_[0]), sep="\\n", file=f)
"""


def learn(learner):
    return f"marginlab run --learners {learner} --save MODEL DATA"


def fit(estimator):
    return "scikit-learn -c " + shlex.join([SCIKIT, estimator]) + " DATA MODEL"


GROUPS = {
    "one pass of the Perceptron": [
        ("marginlab perceptron", learn("perceptron"), liblinear, "the same"),
        ("scikit-learn Perceptron", fit("Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)"),
         liblinear, "the same"),
        ("sol_train perceptron", "sol_train -a perceptron DATA MODEL", sol, "float32; its model has 6 digits"),
    ],
    "one pass of stochastic subgradients, hinge loss": [
        ("marginlab pegasos", learn("pegasos"), liblinear, "the same"),
        ("scikit-learn SGDClassifier", fit("SGDClassifier(max_iter=1, tol=None, shuffle=False)"),
         liblinear, "its own rate, and a bias"),
        ("vw", "vw --quiet --noconstant --loss_function hinge --passes 1 --readable_model MODEL DATA.vw",
         vw, "its own rate (adaptive, normalised), weights in a hash of 2¹⁸; the file in its format"),
    ],
    "the maximum margin": [
        ("marginlab geometry", "marginlab geometry --save MODEL DATA",
         liblinear, "exact to 10⁻⁹, certified, a bias; all diameters too"),
        ("liblinear-train", "liblinear-train -q -s 3 -c 1e6 -B 1 DATA MODEL",
         liblinear, "the soft margin, C = 10⁶, of (x, 1)"),
        ("svm-train", "svm-train -q -t 0 -c 1e6 DATA MODEL", libsvm, "the soft margin, C = 10⁶, a bias"),
    ],
}

MADE = "synthetic(examples=20000,dim=100,r=10,seed=0)", "text(n=20000,d=47000,nnz=74)", "adult(bias_free=false)"


def scikit_learn():
    """The Python that has scikit-learn: Debian's may not be the first."""
    for python in "python3", "/usr/bin/python3":
        if shutil.which(python) and not subprocess.run([python, "-c", "import sklearn"], capture_output=True).returncode:
            return python
    return "scikit-learn"


def worth(model, examples):
    """The accuracy, and the margin of a model that separates the examples."""
    w, b = model
    scores = [y * (b + sum(w[i - 1] * v for i, v in x if i <= len(w))) for y, x in examples]
    right = sum(score > 0 or score == 0 and y > 0 for score, (y, _) in zip(scores, examples))
    margin = min(scores) / math.hypot(*w)
    return [f"{100 * right / len(examples):.2f} %", f"{margin:.4g}" if margin > 0 else "-"]


def failure(error):
    """The last line of what the program printed, or what else is wrong."""
    lines = (getattr(error, "stderr", None) or b"").decode().strip().splitlines()
    return "failed: " + (lines or [str(error)])[-1].replace("|", "\\|")


def measure(group, data, examples, args):
    """The rows of a group. A program runs once for its model, which also warms the caches, and then for hyperfine."""
    model, rows, commands = data + ".model", [], {}
    files = {"DATA": data, "DATA.vw": data + ".vw", "MODEL": model,
             "marginlab": args.marginlab, "scikit-learn": args.python}
    for name, command, read, problem in group:
        words = [files.get(word, word) for word in shlex.split(command)]
        if not shutil.which(words[0]):
            args.missing.add(f"not installed: {words[0]}")
            continue
        try:
            subprocess.run(words, check=True, capture_output=True, timeout=args.timeout)
            with open(model) as f:
                rows.append([name, *worth(read(f.read()), examples), problem])
            commands[name] = shlex.join(words)
        except subprocess.TimeoutExpired:
            rows.append([name, "-", "-", f"took longer than {args.timeout:g} s"])
        except (subprocess.CalledProcessError, OSError, ValueError, LookupError, TypeError) as error:
            rows.append([name, "-", "-", failure(error)])
    times = {}
    if commands:
        out = data + ".json"
        names = [word for name in commands for word in ("--command-name", name)]
        subprocess.run(["hyperfine", "-N", "--runs", str(args.runs), "--export-json", out, *names, *commands.values()],
                       check=True, stdout=sys.stderr)
        with open(out) as f:
            times = {result["command"]: result for result in json.load(f)["results"]}
    first = times.get(group[0][0])
    for name, *rest in rows:
        time, ratio = "-", "-"
        if t := times.get(name):
            time = f"{t['median']:.3f} s ({t['min']:.3f}..{t['max']:.3f})"
            ratio = f"{t['median'] / first['median']:.3g}" if first else "-"
        yield "| " + " | ".join([name, time, ratio, *rest]) + " |\n"


HEAD = """# marginlab beside its peers

Written by `make bench-peers` on {date}, in {runs} runs on {system}, {cpu}, {cores} cores.

A time is that of a whole process, which reads the file, learns, and writes its model: the median of the runs, with their
range. The ratio is that of the median to marginlab's. Accuracy and margin are computed from the model, on the file; a
dash is a margin of 0, or a program that did not run to its end. All read the same examples in the same order.
"""

TABLE = """
## {name}: {count} examples

| program | time | ratio | accuracy | margin | problem |
|:--- | ---:| ---:| ---:| ---:|:--- |
"""


def processor():
    try:
        with open("/proc/cpuinfo") as f:
            return re.search(r"model name\s*: (.*)", f.read())[1]
    except (OSError, TypeError):
        return platform.processor()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="files in the LIBSVM format (default: two that are made, and Adult)")
    parser.add_argument("--marginlab", default="marginlab", help="the marginlab to time (default: the one on PATH)")
    parser.add_argument("--runs", type=int, default=10, help="runs of each program (default: 10)")
    parser.add_argument("--timeout", type=float, default=20, help="seconds that a run may take (default: 20)")
    parser.add_argument("-o", "--output", help="the page to write (default: standard output)")
    args = parser.parse_args()
    for program in "hyperfine", args.marginlab:
        if not shutil.which(program):
            sys.exit(f"peers-speed.py: {program} is not installed")
    args.python, args.missing = scikit_learn(), set()
    page = HEAD.format(date=datetime.date.today(), runs=args.runs, cpu=processor(), cores=os.cpu_count(),
                       system=f"{platform.system()} {platform.machine()}")
    with tempfile.TemporaryDirectory() as folder:
        for k, source in enumerate(args.files or MADE):
            data = os.path.join(folder, str(k))
            if args.files:
                shutil.copy(source, data)
            else:
                with open(data, "w") as f:
                    made = subprocess.run([args.marginlab, "fetch", source], stdout=f, stderr=subprocess.PIPE)
                if made.returncode:
                    args.missing.add(f"not measured: {made.stderr.decode().strip()}")
                    continue
            with open(data) as f:
                lines = f.read().splitlines()
            with open(data + ".vw", "w") as f:
                f.writelines(line.replace(" ", " | ", 1) + "\n" for line in lines)
            examples = [(1 if float(y) > 0 else -1, list(map(coordinate, x))) for y, *x in map(str.split, lines)]
            page += TABLE.format(name=os.path.basename(source), count=len(examples))
            for title, group in GROUPS.items():
                page += f"| **{title}** | | | | | |\n" + "".join(measure(group, data, examples, args))
    page += "\n" + "".join(f"- {what}\n" for what in sorted(args.missing))
    print(*sorted(args.missing), sep="\n", file=sys.stderr)
    with open(args.output, "w") if args.output else sys.stdout as f:
        f.write(page.rstrip("\n") + "\n")


if __name__ == "__main__":
    main()
