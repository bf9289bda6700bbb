# Two commands: `make demo` shows what it does, `make test` builds and runs every test. Both set up what they need first.
.PHONY: demo test build setup bench clean

BUILD := build

demo: build
	@bash tools/demo.sh $(BUILD)/bin/gough

test: build
	@ctest --test-dir $(BUILD) --output-on-failure -j 2

bench: build
	@$(BUILD)/benchmarks/gough_benchmarks

build: setup
	@cmake --preset release > $(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@rm -f $(BUILD).log
	@cmake --build --preset release

setup:
	@bash tools/setup.sh

clean:
	rm -rf $(BUILD) $(BUILD)-*
