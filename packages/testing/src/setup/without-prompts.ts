interface Caller {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/** Disables the prompts of an organization, so that workers create no prompt runs for its events. */
export async function disablePrompts(owner: Caller): Promise<void> {
  const { body } = await owner.call('GET', '/prompt-templates');
  for (const { id } of (body as { data: { id: number }[] }).data) {
    const { status } = await owner.call('PATCH', `/prompt-templates/${id}`, { is_enabled: false });
    if (status !== 200) throw new Error(`Template ${id} could not be disabled: ${status}`);
  }
}
