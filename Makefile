# make help lists the targets. Needed: the Go that go.mod names, Node 20 or newer,
# and for the browser tests Chromium.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# The port that run serves at.
export PORT ?= 8080
# How often soak runs each test.
SOAK ?= 20
# Arguments for the browser tests, such as ARGS="-run Frame".
ARGS ?=

npm := web/script/node_modules/.package-lock.json
peers := $(patsubst %,tests/%/node_modules/.package-lock.json,conformance inspector peers)
browser := $(patsubst %,tests/%/node_modules/.package-lock.json,browser peers)
native := $$(go list ./... | grep -vE '/tests/(browser|conformance|crash|inspector|load|mutation|peers)$$|/exercise/prove$$')
js := GOOS=js GOARCH=wasm
# The SDK marks roots as deprecated; they are what askback is about.
lint := -checks inherit,-SA1019

.PHONY: help run build generate test test-unit test-load conformance test-browser picture mutation bench soak clean chromium check

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: $(npm) ## build the site and serve it at http://localhost:8080 (PORT overrides)
	go run ./web/site/build -brotli 5
	go run ./playground serve

build: $(npm) ## build the static site into web/dist, compressed as well as can be
	go run ./web/site/build

generate: ## generate the Go code of the templ views
	go generate ./...

test: test-unit mutation test-load conformance test-browser ## run every test

test-unit: check ## check the code, run the native tests with -race, and what runs in the page under Node
	$(js) go test -exec="$$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./wasm/... ./playground/exercise
	go test -race $(native)
	go test ./playground/exercise/prove

test-load: ## put 64 clients on the notes server, and kill it while it writes
	go test -race -count=1 -p 1 -timeout 10m ./tests/load ./tests/crash

conformance: $(peers) ## run the conformance suite of MCP and talk to real peers
	go test -count=1 -p 1 -timeout 10m -json ./tests/conformance ./tests/inspector ./tests/peers | go run ./tests/conformance/tally

test-browser: chromium $(npm) $(browser) ## drive the page in Chromium
	go test -count=1 -timeout 25m ./tests/browser -brotli 6 -v $(ARGS)

picture: ## take the pictures of the page that the README shows
	$(MAKE) test-browser ARGS="-run 'TestStates|TestExercises'"
	cp web/screens/question-light.png web/picture.png
	cp web/screens/trace-open-dark.png web/picture-trace.png
	cp web/screens/exercise-wrong-light.png web/picture-exercise.png

mutation: ## change each solution of a code exercise in one place at a time, and see which check notices
	go test -count=1 -timeout 20m ./tests/mutation -v

bench: ## run the benchmarks
	go test -run '^$$' -bench . -benchmem $(native)

soak: ## run the native tests many times, in random order (SOAK=20), and the load for a minute
	go test -race -shuffle on -count $(SOAK) -timeout 60m $(native)
	go test -race -timeout 10m ./tests/load -v -for 60s

clean: ## remove what was built or installed here
	rm -rf build web/dist web/screens web/script/node_modules tests/*/node_modules

# What needs no test to be wrong. Formatting and generated code are checked by
# tests/house.
check: $(npm)
	go vet ./...
	$(js) go vet ./wasm/...
	go tool staticcheck $(lint) ./...
	staticcheck=$$(go tool -n staticcheck); $(js) $$staticcheck $(lint) ./wasm/...
	cd web/script && npx --no-install tsc -p .

chromium:
	@.ci/chromium

# npm writes this file when it has installed what the lock file says.
%/node_modules/.package-lock.json: %/package-lock.json %/package.json %/.npmrc
	@command -v npm >/dev/null || { echo "Node 20 or newer is needed, and the npm that comes with it: https://nodejs.org" >&2; exit 1; }
	cd $* && npm ci --no-progress
	@touch $@
