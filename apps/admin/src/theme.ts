// Runs before the first paint: the page loads this file as a script that blocks rendering.
try {
  // Without a stored value, the scheme of the system and the compact density apply.
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('wfp.theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (localStorage.getItem('wfp.density') === 'comfortable') dataset.density = 'comfortable';
  // Users who are likely signed in need the pages of organizations: these are requested without waiting for the router.
  const [, slug = ''] = location.pathname.split('/');
  const pages = document.currentScript?.dataset.organization;
  if (pages && localStorage.getItem('wfp.organizations')?.includes(`"${slug}"`)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = pages;
    document.head.append(link);
  }
} catch {
  // Storage may be disabled.
}
