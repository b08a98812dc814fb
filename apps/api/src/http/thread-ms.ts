/** The CPU time that this thread has used, in ms. Time in which other programs ran does not count. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
