interface PublicScreen {
  name: string
  path: string
  status: number
  /** The name of the screen that has the same parts with other words. */
  layoutOf?: string
}

/** Every public screen and state with an address, with the sample content. */
const known: ReadonlyArray<Omit<PublicScreen, 'status'> & { status?: number }> = [
  { name: 'home', path: '/' },
  { name: 'article', path: '/article/warp-modes' },
  { name: 'category-all', path: '/category/all', layoutOf: 'category' },
  { name: 'category', path: '/category/sound_design' },
  { name: 'news', path: '/news' },
  { name: 'news-item', path: '/news/4' },
  { name: 'newsletters', path: '/newsletters' },
  { name: 'issue', path: '/newsletter/6' },
  { name: 'comparisons', path: '/comparisons' },
  { name: 'downloads', path: '/downloads' },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=drums' },
  { name: 'search-empty', path: '/search?q=qqqqzzzz' },
  { name: 'saved', path: '/saved' },
  { name: 'offline', path: '/offline' },
  { name: 'about', path: '/about' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'terms-of-service', path: '/terms-of-service', layoutOf: 'privacy-policy' },
  { name: 'cookie-policy', path: '/cookie-policy', layoutOf: 'privacy-policy' },
  { name: 'auth', path: '/auth' },
  { name: 'forgotten-password', path: '/auth/reset' },
  { name: 'not-found', path: '/no/such/page', status: 404 },
  {
    name: 'article-not-found',
    path: '/article/no-such-article',
    status: 404,
    layoutOf: 'not-found',
  },
  { name: 'news-not-found', path: '/news/999', status: 404, layoutOf: 'not-found' },
  { name: 'newsletter-not-found', path: '/newsletter/999', status: 404, layoutOf: 'not-found' },
]

export const screens: ReadonlyArray<PublicScreen> = known.map((screen) => ({
  status: 200,
  ...screen,
}))

/** The browser's messages for the screens above with status 404. */
export const missingScreens =
  /^404 \/(no\/such\/page|article\/no-such-article|news\/999|newsletter\/999)$/
