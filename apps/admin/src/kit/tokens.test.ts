import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const css = await readFile(new URL('tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** The contrast ratio of two colours, by the definition of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const backgrounds = ['bg', 'surface', 'raised', 'sunken'];
const texts = ['text', 'muted', 'faint', 'accent', 'danger', 'done', 'warning'];

it('computes the contrast of known pairs', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  const color = (name: string) => tokens.get(name)?.[scheme] ?? 'missing';
  const weak = (names: readonly string[], min: number) =>
    names.flatMap((name) =>
      backgrounds.flatMap((back) => {
        const found = contrast(color(name), color(back));
        return found >= min ? [] : [`${name} on ${back}: ${found.toFixed(2)}`];
      }),
    );

  it('texts have a contrast of 4.5 on every background', () => {
    expect(weak(texts, 4.5)).toEqual([]);
    expect(contrast(color('on-accent'), color('accent'))).toBeGreaterThanOrEqual(4.5);
  });

  it('borders of controls have a contrast of 3 on every background', () => {
    expect(weak(['control'], 3)).toEqual([]);
  });
});
