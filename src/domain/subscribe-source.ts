/** The places of forms that send their place (specification, section 7). */
export type Placement = 'footer' | 'sidebar' | 'download_modal' | 'newsletter' | 'about_page'

/** The subscribe source for a page's address; the address itself for an unknown kind of page. */
export function sourceOfPage(pathname: string): string {
  if (pathname === '/') return 'home_page'
  if (pathname.startsWith('/article/')) return 'article_page'
  if (pathname === '/news' || pathname.startsWith('/news/')) return 'news_page'
  if (pathname.startsWith('/category/')) return 'category_page'
  return pathname
}
