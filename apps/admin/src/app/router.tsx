import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { rememberedSlug } from '../api/session/remembered.ts';
import { findSession, whenSessionEnds } from '../api/session/session.ts';
import { parseListSearch } from '../generic/list/parse-search.ts';
import { loadAhead } from '../live/new-version.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { PendingPage } from './pages/pending-page.tsx';
import { takeMailedLinks } from './sign-in/links/mailed-link.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { parseSignInSearch } from './sign-in/sign-in-search.ts';

// Before the router reads the address.
takeMailedLinks();

const accountPages = () => import('./sign-in/account-pages.tsx');
const organizationPages = () => import('./organization-page.tsx');
const OrganizationPage = lazyRouteComponent(organizationPages, 'OrganizationPage');
const HomePage = lazyRouteComponent(organizationPages, 'HomePage');
const ListScreen = lazyRouteComponent(organizationPages, 'ListScreen');
const RecordScreen = lazyRouteComponent(organizationPages, 'RecordScreen');
const PathScreen = lazyRouteComponent(organizationPages, 'PathScreen');
const formPages = () => import('./form-screens.tsx');
const CreateScreen = lazyRouteComponent(formPages, 'CreateScreen');
const EditScreen = lazyRouteComponent(formPages, 'EditScreen');
/** The service answers while the page is drawn. */
const untilRequestsAreSent = () => new Promise((resolve) => setTimeout(resolve));
/** After this time, the first page is drawn. */
const loadFormsMs = 2_000;
/** So that a form opens at once, and without a connection too. */
const loadForms = () => void setTimeout(() => void loadAhead(formPages), loadFormsMs);

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage });

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const slug = rememberedSlug();
    throw slug ? redirect({ to: '/$slug', params: { slug } }) : redirect({ to: '/login' });
  },
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: parseSignInSearch,
  onEnter: () => void OrganizationPage.preload?.(),
  component: () => <SignInPage {...signInRoute.useSearch()} />,
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  component: lazyRouteComponent(accountPages, 'SignUpPage'),
});

const PasswordResetPage = lazyRouteComponent(accountPages, 'PasswordResetPage');
const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/password-reset',
  validateSearch: parseSignInSearch,
  component: () => <PasswordResetPage {...passwordResetRoute.useSearch()} />,
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/invitation',
  component: lazyRouteComponent(accountPages, 'InvitationPage'),
});

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/verify',
  component: lazyRouteComponent(accountPages, 'VerifyPage'),
});

const emailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/email',
  component: lazyRouteComponent(accountPages, 'EmailPage'),
});

// The service sends the page for these paths too. They must not be taken for organizations.
const mailedLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/$',
  component: NotFoundPage,
});

const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$slug',
  beforeLoad: async ({ params: { slug }, location }) => {
    void OrganizationPage.preload?.();
    const session = await findSession(slug);
    if (!session) throw redirect({ to: '/login', search: { organization: slug, to: location.href } });
    const isFirstPage = queryClient.getQueryState([slug, 'resources']) === undefined;
    const requested = organizationPages().then((pages) => pages.prefetchOrganization({ slug, session }));
    if (isFirstPage) await requested;
    return { session, isFirstPage };
  },
  component: () => {
    const { slug } = organizationRoute.useParams();
    const { session } = organizationRoute.useRouteContext();
    return <OrganizationPage slug={slug} session={session} />;
  },
});

const homeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  component: HomePage,
});

const profileRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'profile',
  component: lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
});

const listRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'r/$code',
  validateSearch: parseListSearch,
  beforeLoad: async ({ params: { slug, code }, context: { session, isFirstPage }, search }) => {
    const requested = organizationPages().then((pages) =>
      pages.prefetchList({ slug, session }, code, search),
    );
    if (isFirstPage) await requested.then(untilRequestsAreSent);
  },
  onEnter: loadForms,
  component: () => <ListScreen code={listRoute.useParams().code} search={listRoute.useSearch()} />,
});

const recordRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'r/$code/$key',
  onEnter: loadForms,
  component: () => {
    const { code, key } = recordRoute.useParams();
    return <RecordScreen code={code} recordId={key} />;
  },
});

const createRecordRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'new/$code',
  validateSearch: parseListSearch,
  component: () => (
    <CreateScreen code={createRecordRoute.useParams().code} presets={createRecordRoute.useSearch()} />
  ),
});

const editRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'edit/$code/$key',
  component: () => {
    const { code, key } = editRoute.useParams();
    return <EditScreen code={code} recordId={key} />;
  },
});

/** The form of a single record, such as the configuration of the company. */
const editSingleRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'edit/$code',
  component: () => <EditScreen code={editSingleRoute.useParams().code} recordId={undefined} />,
});

/** Any other path. The menu may contain paths of lists as the API names them, such as `/tasks?assigned_to_me=true`. */
const unknownRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '$',
  validateSearch: parseListSearch,
  component: () => (
    <PathScreen path={unknownRoute.useParams()._splat ?? ''} search={unknownRoute.useSearch()} />
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    signInRoute,
    signUpRoute,
    passwordResetRoute,
    invitationRoute,
    verifyRoute,
    emailRoute,
    mailedLinkRoute,
    organizationRoute.addChildren([
      homeRoute,
      profileRoute,
      listRoute,
      recordRoute,
      createRecordRoute,
      editRoute,
      editSingleRoute,
      unknownRoute,
    ]),
  ]),
  // Values are plain text, as in the API: the default would write numbers and JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text && `?${text}`;
  },
  defaultPendingComponent: PendingPage,
  // Drawn after a second. Until then, the page before remains, or the document itself says that it is loading. By default, it is
  // shown for 500 ms, although the next page could be drawn.
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

whenSessionEnds((slug, reason) => {
  queryClient.removeQueries({ queryKey: [slug] });
  const { pathname, href } = router.state.location;
  if (pathname.split('/')[1] !== slug) return;
  const search =
    reason === 'ended' ? { organization: slug, to: href, ended: 'true' as const } : { organization: slug };
  void router.navigate({ to: '/login', search });
});
