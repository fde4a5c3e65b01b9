import { type AccountWords, accountWordsOf } from '#domain/site/account-words.ts'
import type { PageContext, PageData } from '../../../../renderer/page-context.ts'

export interface ResetPageProps {
  reset: PageContext['reset']
  code: string
  words: AccountWords
}

export default function onBeforeRender({
  reset,
  site,
  urlParsed,
}: PageContext): PageData<ResetPageProps> {
  const words = accountWordsOf(site.settings())
  return {
    pageContext: {
      pageProps: { reset, code: urlParsed.search.code ?? '', words },
      head: {
        title: words.resetTitle,
        description: words.resetDescription,
        path: '/auth/reset',
        noindex: true,
      },
    },
  }
}
