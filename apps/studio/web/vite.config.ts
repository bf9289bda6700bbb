import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// One HTML file with everything in it. License comments of the libraries stay.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  esbuild: { legalComments: "inline" },
  build: { target: "es2022", modulePreload: false, reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
});
