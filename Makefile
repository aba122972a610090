# SPDX-License-Identifier: Apache-2.0
#
# A thin layer over CMakePresets.json: the few commands that a person wants to remember.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 30
SOURCES = $(shell find src apps tests bench bindings -name '*.h' -o -name '*.cpp')

.DEFAULT_GOAL := help
.PHONY: help demo build test test-slow test-dev test-threads test-clusters test-models test-python-sanitized fuzz fuzz-all bench format format-check lint install \
        clean tour python wheel packages deps deps-dev deps-browser

help:  ## this list
	@grep -hE '^[a-z-]+: .*##|^[a-z-]+:  ##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

demo: deps  ## build cogs and show what it does
	cmake --preset release > build/configure.log || { cat build/configure.log; exit 1; }
	cmake --build --preset release --target cogs -j $(JOBS)
	@echo
	@build/release/apps/cli/cogs demo

build: deps  ## build everything, optimised, in build/release
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

test: build deps-browser  ## the fast tests (about a minute once built)
	ctest --preset fast -j $(JOBS)

tour: deps  ## write docs/tour.md and its pictures anew
	tools/install-deps --browser
	cmake --preset release > build/configure.log || { cat build/configure.log; exit 1; }
	cmake --build --preset release --target cogs -j $(JOBS)
	tools/make-tour --cogs build/release/apps/cli/cogs --modules build/release/tests/pages

test-slow: build  ## the long random tests, in full
	ctest --preset slow -j $(JOBS)

test-dev: deps-dev  ## the fast tests under AddressSanitizer and UndefinedBehaviorSanitizer
	cmake --preset dev
	cmake --build --preset dev -j $(JOBS)
	ctest --preset dev -j $(JOBS)

test-threads: deps-dev  ## what runs on several threads, under ThreadSanitizer
	cmake --preset threads
	cmake --build --preset threads -j $(JOBS)
	build/threads/tests/table_tests --gtest_brief=1
	build/threads/tests/rules_tests --gtest_brief=1
	build/threads/tests/api_tests --gtest_brief=1
	@# Where the server is built: what it does on several threads.
	@! grep -q service_tests build/threads/build.ninja || \
	  cmake --build --preset threads -j $(JOBS) --target store_tests http_tests
	@for tests in store http; do \
	  [ ! -x build/threads/tests/$${tests}_tests ] || build/threads/tests/$${tests}_tests --gtest_brief=1 || exit 1; \
	done
	ctest --test-dir build/threads -j $(JOBS) --output-on-failure -R 'cli/(audit|batch|batch_lost|causes|learn|predict)_test'

python: deps  ## the Python package in build/python, from the libraries of build/release
	cmake --preset release > build/configure.log || { cat build/configure.log; exit 1; }
	cmake --build --preset release --target cogs_api -j $(JOBS)
	tools/build-python

wheel: deps  ## wheel and source distribution of the Python package, in build/wheels
	tools/make-wheel

packages: deps  ## Debian packages of the program, the library and the Python package, in build/packages
	tools/make-debian

test-clusters: deps  ## the Python package on Dask, Ray and Spark, and beside dice-ml
	cmake --preset release > build/configure.log || { cat build/configure.log; exit 1; }
	cmake --build --preset release --target cogs_api cogs -j $(JOBS)
	tests/python/run_clusters

test-python-sanitized: deps-dev python  ## the Python module under AddressSanitizer, and ThreadSanitizer with eight threads
	tests/python/run_sanitized address
	tests/python/run_sanitized thread

test-models: build  ## scores of models that XGBoost, LightGBM, CatBoost, scikit-learn and interpret train, bit for bit
	tools/build-python --models
	COGS_RAW_SCORES=build/release/tests/bits/raw_scores OMP_NUM_THREADS=1 build/python/bin/python -B -m pytest -p no:cacheprovider tests/bits

fuzz: deps-dev  ## build the libFuzzer targets in build/fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS)

fuzz-all: fuzz  ## run each fuzz target for FUZZ_SECONDS (30), beginning with the corpora of tests/fuzz
	tools/fuzz-all --seconds $(FUZZ_SECONDS) --build build/fuzz

bench: deps  ## build the benchmarks in build/bench and run them
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS)
	cmake --build --preset bench --target run_bench

format: deps-dev  ## lay out the sources with clang-format
	clang-format-19 -i $(SOURCES)

format-check: deps-dev  ## say which sources clang-format would change
	clang-format-19 --dry-run --Werror $(SOURCES)

# Each file alone, as somebody compiles it who has turned COGS_UNITY off. SINCE=REVISION looks at what
# changed since then.
SINCE ?=
LINTED = $(if $(SINCE),$(shell git diff --name-only --diff-filter=d $(SINCE) -- 'src/*.cpp' 'apps/*.cpp'),'/(src|apps)/.*\.cpp$$')

lint: deps-dev format-check  ## clang-format and clang-tidy, nothing is changed (SINCE=HEAD~5: what changed)
	cmake --preset dev -B build/lint -DCOGS_UNITY=OFF -DCOGS_TESTS=OFF > build/configure.log || \
	  { cat build/configure.log; exit 1; }
	$(if $(strip $(LINTED)),run-clang-tidy-19 -quiet -p build/lint -j $(JOBS) $(LINTED),@echo "nothing to look at")

install: build  ## install to PREFIX (default /usr/local)
	cmake --install build/release --prefix $(PREFIX)

clean:  ## remove build/
	rm -rf build

# Quick where everything is there.
deps:
	@tools/install-deps
	@mkdir -p build

deps-dev:
	@tools/install-deps --dev
	@mkdir -p build

# Without a browser, tests of pages say "skipped".
deps-browser:
	@tools/install-deps --browser || echo "no browser: pages will not be looked at" >&2
