// Colours of the 3-D scene; those of the page are in style.css.
export interface Palette {
  background: number;
  grid: number;
  base: number;
  leg: number;
  driven: number;
  platform: number;
  nacelle: number;
  joint: number;
  motor: number;
  element: number;
  reaction: number;
  ellipsoid: number;
}

export const palettes: Record<"dark" | "light", Palette> = {
  dark: {
    background: 0x11151a, grid: 0x3a444f, base: 0x5b6672, leg: 0xb9c3cc, driven: 0xcfd6dc, platform: 0x3fa79b, nacelle: 0x5fb8ad,
    joint: 0x6e7a86, motor: 0xe0a045, element: 0x8fd0ff, reaction: 0xf0776a, ellipsoid: 0x9c8cf0,
  },
  light: {
    background: 0xf3f4f1, grid: 0xb4bab8, base: 0x9aa4ab, leg: 0xd3d9dc, driven: 0xe2e6e8, platform: 0x2a9186, nacelle: 0x4ea69c,
    joint: 0x88939b, motor: 0xcf8520, element: 0x1769aa, reaction: 0xc8402f, ellipsoid: 0x6a55d0,
  },
};

export type Theme = keyof typeof palettes;

export function preferredTheme(): Theme {
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}
