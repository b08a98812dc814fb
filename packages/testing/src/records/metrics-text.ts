/**
 * Parses the Prometheus text format. Returns samples by name and labels. @throws Error for an invalid or duplicate
 * line
 */
export function parseMetrics(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) \w+ /.test(line)) continue;
    const [, name, value] = line.match(/^(\w+(?:\{[^}]*\})?) (-?[\d.e+-]+|nan|\+inf)$/i) ?? [];
    if (name === undefined || samples.has(name)) throw new Error(`Invalid or duplicate sample: ${line}`);
    samples.set(name, Number(value));
  }
  return samples;
}
