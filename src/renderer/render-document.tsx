import { renderToStaticMarkup } from 'react-dom/server'
import { dangerouslySkipEscape, escapeInject } from 'vite-plugin-ssr/server'
import { HeadTags } from './head-tags.tsx'
import type { PageContext } from './page-context.ts'

/** Renders a page as a whole document. The style sheet is that of the calling module. */
export function renderDocument(pageContext: PageContext): ReturnType<typeof escapeInject> {
  const { Page, pageProps, config, site } = pageContext
  const Layout = config.Layout
  const page = <Page {...pageProps} />
  // React escapes text; article bodies were sanitised when they were rendered.
  const body = renderToStaticMarkup(Layout ? <Layout pageContext={pageContext}>{page}</Layout> : page)
  const head = renderToStaticMarkup(<HeadTags pageContext={pageContext} />)
  return escapeInject`<!DOCTYPE html>
<html lang="${site.settings().language}">
<head>${dangerouslySkipEscape(head)}</head>
<body>${dangerouslySkipEscape(body)}</body>
</html>`
}
