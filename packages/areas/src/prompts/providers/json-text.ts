/**
 * Returns the JSON in a model's output, without a Markdown fence or preceding reasoning. Takes one pass: the patterns of the
 * SDK's own middleware take quadratic time for a megabyte of `<think>`.
 */
export const jsonText = (answer: string): string => withoutFence(withoutReasoning(answer.trim()));

function withoutReasoning(text: string): string {
  const end = text.startsWith('<think>') ? text.indexOf('</think>') : -1;
  return end < 0 ? text : text.slice(end + '</think>'.length).trim();
}

function withoutFence(text: string): string {
  if (text.length < 6 || !text.startsWith('```') || !text.endsWith('```')) return text;
  const inside = text.slice(3, -3);
  return (inside.startsWith('json') ? inside.slice(4) : inside).trim();
}
