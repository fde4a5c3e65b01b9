import { renderToStaticMarkup } from 'react-dom/server'
import { dangerouslySkipEscape, escapeInject } from 'vite-plugin-ssr/server'
import { directionOf } from '#domain/site/direction.ts'
import { HeadTags } from './head-tags.tsx'
import type { PageContext } from './page-context.ts'

const places = {
  head: '<!--head-->',
  body: '<!--body-->',
}

/**
 * Renders a page. vite-plugin-ssr adds the tags of scripts and styles to an empty document, and
 * `completeDocument` puts head and body into it afterwards: the search for the places of those tags
 * takes quadratic time in the length of blanks, and finds its own placeholders in texts. The style
 * sheet is that of the calling module.
 */
export function renderDocument(pageContext: PageContext): {
  documentHtml: ReturnType<typeof escapeInject>
  pageContext: { completeDocument(html: string): string }
} {
  const { Page, pageProps, config, site } = pageContext
  const Layout = config.Layout
  const page = <Page {...pageProps} />
  // React escapes text; article bodies were sanitised when they were rendered.
  const body = renderToStaticMarkup(
    Layout ? <Layout pageContext={pageContext}>{page}</Layout> : page,
  )
  const head = renderToStaticMarkup(<HeadTags pageContext={pageContext} />)
  const language = pageContext.language ?? site.settings().language
  const documentHtml = escapeInject`<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<head>${dangerouslySkipEscape(places.head)}</head>
<body>${dangerouslySkipEscape(places.body)}</body>
</html>`
  const completeDocument = (html: string) => {
    const [start, afterHead] = divide(html, places.head)
    const [middle, end] = divide(afterHead, places.body)
    return [start, head, middle, body, end].join('')
  }
  return { documentHtml, pageContext: { completeDocument } }
}

/** The text before and after the first occurrence of a mark. */
function divide(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
