/** The samples of a text in Prometheus' format, by name and labels. @throws Error at a line that is none of it */
export function parseMetrics(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) \w+ /.test(line)) continue;
    const [, name, value] = line.match(/^(\w+(?:\{[^}]*\})?) (-?[\d.e+-]+|nan|\+inf)$/i) ?? [];
    if (name === undefined || samples.has(name)) throw new Error(`Not a sample, or told twice: ${line}`);
    samples.set(name, Number(value));
  }
  return samples;
}
