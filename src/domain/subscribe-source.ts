/** Where a form stands, for forms that say so themselves (specification, section 7). */
export type Placement = 'footer' | 'sidebar' | 'download_modal' | 'newsletter' | 'about_page'

/** The subscribe source that a page's address stands for; the address itself when it is none of the known kinds. */
export function sourceOfPage(pathname: string): string {
  if (pathname === '/') return 'home_page'
  if (pathname.startsWith('/article/')) return 'article_page'
  if (pathname === '/news' || pathname.startsWith('/news/')) return 'news_page'
  if (pathname.startsWith('/category/')) return 'category_page'
  return pathname
}
