# marginlab: `make help` lists what can be made.

GO ?= go
FUZZTIME ?= 30s
BUDGET ?= 10m
WHAT ?= adult
GREMLINS = v0.6.0
VERSION ?= $(shell git describe --tags --always --dirty)

.PHONY: help test test-long lint bench bench-compare bench-record bench-peers peers peers-install dist reproduce fuzz hunt mutate

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 } /^## / { printf "%22s%s\n", "", substr($$0, 4) }' $(MAKEFILE_LIST)

# Without what debuggers read, a test links in two thirds of the time.
test: ## run every test (SHORT=1 for the short ones)
	$(GO) test -ldflags=-w $(if $(SHORT),-short) $(or $(PKG),./...)

test-long: ## run every test on as many cases as the weekly workflow: hours
	MARGINLAB_LONG=1 $(GO) test -timeout 0 $(or $(PKG),./...)

.PHONY: bits
bits: ## hash what 21 commands print, on each of BITS ("v1 v2 v3 386 arm64 wasm");
## arm64 needs qemu-user, wasm node
	@set -e; for on in $(or $(BITS),v1 v2 v3 386 arm64 wasm); do \
		by= threads=2; case $$on in \
			v1) target='GOARCH=amd64 GOAMD64=v1' threads='1 2 7' ;; \
			v*) target="GOARCH=amd64 GOAMD64=$$on" ;; \
			arm64) target=GOARCH=arm64 by=qemu-aarch64 ;; \
			wasm) target='GOOS=js GOARCH=wasm' threads=1 by="$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" ;; \
			*) target=GOARCH=$$on ;; \
		esac; \
		env CGO_ENABLED=0 $$target $(GO) build -o ".cache/marginlab-$$on" ./cmd/marginlab; \
		for n in $$threads; do \
			echo "$$on, GOMAXPROCS=$$n"; \
			GOMAXPROCS=$$n MARGINLAB_LONG=1 MARGINLAB_BITS="$$by $(CURDIR)/.cache/marginlab-$$on" $(GO) test -count=1 -timeout 0 -run TestBitsOfCommands ./cmd/marginlab; \
		done; \
	done

lint: ## gofmt, go vet, staticcheck and deadcode
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet $(or $(PKG),./...)
	$(GO) tool staticcheck $(or $(PKG),./...)
	@dead=$$($(GO) tool deadcode -test ./...) || exit 1; if [ -n "$$dead" ]; then echo "neither a command nor a test reaches:"; echo "$$dead"; exit 1; fi

bench: ## run the benchmarks of PKG that match BENCH
	$(GO) test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem $(or $(PKG),./...)

bench-compare: .cache/bench-compare ## compare the benchmarks of two commits: BASE=<rev> [HEAD=<rev>]
## [COUNT=10] [PKG=./...] [BENCH=<regexp>] [BENCHTIME=100ms]
## [THRESHOLD=3] [FLAGS=--all]; make exits with 2 where
## .cache/bench-compare exits with 1 (worse) or 2; where BASE is
## a file of bench-record, PKG and BENCH are those of the file
	@.cache/bench-compare --base='$(BASE)' $(if $(HEAD),--head='$(HEAD)') $(if $(COUNT),--count='$(COUNT)') $(if $(PKG),--pkg='$(PKG)') \
		$(if $(BENCH),--bench='$(BENCH)') $(if $(BENCHTIME),--benchtime='$(BENCHTIME)') $(if $(THRESHOLD),--threshold='$(THRESHOLD)') \
		$(if $(PKG)$(BENCH),,$(if $(filter %.txt,$(BASE)),$(RECORDED))) $(FLAGS)

RECORDED = --pkg=./algos,./theory/vec --bench='^BenchmarkPass$$/data=|Step/data=dense|TextStep|Dot'

bench-record: .cache/bench-compare ## record passes, steps and inner products of HEAD, for a BASE of
## bench-compare: [OUTPUT=benchdata/results/amd-epyc-2-cores.txt] [FLAGS]
	@.cache/bench-compare --record $(RECORDED) --count='$(or $(COUNT),6)' --output='$(or $(OUTPUT),benchdata/results/amd-epyc-2-cores.txt)' $(FLAGS)

.PHONY: .cache/bench-compare
.cache/bench-compare:
	@$(GO) build -o $@ ./cmd/bench-compare

bench-peers: ## time marginlab beside LIBLINEAR, LIBSVM, scikit-learn, vw and LIBSOL,
## where installed, by hyperfine: writes benchdata/results/peers-speed.md;
## [FLAGS=--runs=6]
	@$(GO) build -o .cache/marginlab ./cmd/marginlab
	@python3 benchdata/results/peers-speed.py --marginlab=.cache/marginlab --output='$(or $(OUTPUT),benchdata/results/peers-speed.md)' $(FLAGS)

peers: ## hold learners of scikit-learn, LIBLINEAR, LIBSVM, npm and the Go proxy to
## theorems, where installed; benchdata/results/peers.md says what fails
	MARGINLAB_LONG=1 $(GO) test ./algos/external -run '^TestPeers' -timeout 0 -v

peers-install: ## install those of npm and of the Go proxy in .cache/peers (Debian has the
## others: python3-sklearn liblinear-tools libsvm-tools nodejs npm)
	npm install --silent --prefix .cache/peers wink-perceptron@2.0.0
	$(GO) build -C algos/external/testdata/prose -o $(CURDIR)/.cache/peers/prose .

# bench-compare runs where processes have groups: not on Windows.
dist: ## static binaries for linux, darwin and windows on amd64 and arm64,
## with checksums, in dist/
	@rm -rf dist
	@set -e; for os in linux darwin windows; do for arch in amd64 arm64; do \
		[ $$os = windows ] && commands=marginlab suffix=.exe || commands='marginlab bench-compare' suffix=; \
		for command in $$commands; do \
			file="dist/$$command-$(VERSION)-$$os-$$arch$$suffix"; \
			CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -buildvcs=true -trimpath -ldflags='-s -w' -o "$$file" "./cmd/$$command"; \
			echo "$$file"; \
		done; \
	done; done
	@cd dist && if command -v sha256sum >/dev/null; then sha256sum -- *; else shasum -a 256 -- *; fi >../SHA256SUMS.new && mv ../SHA256SUMS.new SHA256SUMS && echo dist/SHA256SUMS

reproduce: ## a paper's tables, measured beside published: WHAT=adult,
## synthetic, usps, mnist or mcp
## [DATA=<folder>, else what `marginlab fetch WHAT` got]
	$(GO) run ./cmd/marginlab reproduce $(WHAT) $(if $(DATA),--data '$(DATA)')

fuzz: ## fuzz every fuzz target for FUZZTIME (30s) each
	@set -e; for dir in $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' ./...); do \
		for target in $$(grep -rhoE '^func Fuzz[A-Za-z0-9_]+' $$dir/*_test.go | sed 's/^func //'); do \
			echo "$$dir $$target"; (cd $$dir && $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) .); \
		done; \
	done

# MARGINLAB_MUTATE adds the properties of props to the tests of algos.
mutate: .cache/gremlins-$(GREMLINS) ## change each operator of PKG in turn and run its tests: PKG=theory/real
## [FLAGS=--dry-run]; what LIVED, no test of the package sees
	@MARGINLAB_MUTATE=1 $< unleash --exclude-files=/ --timeout-coefficient=30 $(FLAGS) ./$(or $(PKG),$(error make mutate needs a package, such as PKG=theory/real))

.cache/gremlins-$(GREMLINS):
	GOBIN='$(CURDIR)/.cache' $(GO) install github.com/go-gremlins/gremlins/cmd/gremlins@$(GREMLINS)
	@mv .cache/gremlins $@

hunt: ## hunt for BUDGET (10m) against each of the proved claims
	MARGINLAB_LONG=1 $(GO) test ./adversarial -run 'HuntFindsNothing|ProvedRows' -hunt '$(BUDGET)' -timeout 0 -v
