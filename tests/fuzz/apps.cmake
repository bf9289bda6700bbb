# What the command and the studio read beside the library: tables of states and summary.json.
set(fuzzed_apps gough/output.cpp gough/state.cpp studio/differences.cpp studio/given_shapes.cpp studio/recording.cpp studio/scene.cpp
  studio/series_kind.cpp studio/shapes.cpp studio/summary.cpp)
list(TRANSFORM fuzzed_apps PREPEND ${PROJECT_SOURCE_DIR}/apps/)
