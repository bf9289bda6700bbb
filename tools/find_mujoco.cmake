# Sets mujoco_FOUND only where MuJoCo can be built with.
find_package(mujoco QUIET)
if(mujoco_FOUND)  # Debian's package names folders of libqhull-dev without depending on it
  get_target_property(folders mujoco::mujoco INTERFACE_INCLUDE_DIRECTORIES)
  foreach(folder ${folders})
    if(NOT EXISTS ${folder})
      message(STATUS "MuJoCo left out, its package needs ${folder} (libqhull-dev)")
      set(mujoco_FOUND FALSE)
    endif()
  endforeach()
endif()
