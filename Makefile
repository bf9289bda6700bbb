# Two commands: `make demo` builds the command and shows what it does, `make test` builds and runs every test. Both set up what they need first.
.PHONY: demo test build command setup bench clean

BUILD := build
# Without the tests, the benchmarks and the Python module, whose packages the command does not need; `make test` adds them to the same folder.
ONLY_COMMAND := -DGOUGH_UNITY=ON -DGOUGH_BUILD_TESTS=OFF -DGOUGH_BUILD_BENCHMARKS=OFF -DGOUGH_BUILD_PYTHON=OFF
EVERYTHING := -DGOUGH_UNITY=ON -DGOUGH_BUILD_TESTS=ON -DGOUGH_BUILD_BENCHMARKS=ON -DGOUGH_BUILD_PYTHON=ON

demo: command
	@bash tools/demo.sh $(BUILD)/bin/gough $(BUILD)/demo

test: build
	@ctest --test-dir $(BUILD) --output-on-failure -j 2

bench: build
	@$(BUILD)/benchmarks/gough_benchmarks

command:
	@bash tools/setup.sh command
	@bash tools/configure.sh $(BUILD) $$([ -f $(BUILD)/CMakeCache.txt ] || echo $(ONLY_COMMAND))
	@cmake --build --preset release --target gough_command

build: setup
	@bash tools/configure.sh $(BUILD) $(EVERYTHING)
	@cmake --build --preset release

setup:
	@bash tools/setup.sh

clean:
	rm -rf $(BUILD) $(BUILD)-*
