import { type AccountWords, accountWordsOf } from '#domain/site/account-words.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext, PageData } from '../../../renderer/page-context.ts'

export interface AuthPageProps {
  registration: PageContext['registration']
  siteName: string
  words: AccountWords
  code: string
}

export default function onBeforeRender({
  registration,
  site,
  urlParsed,
}: PageContext): PageData<AuthPageProps> {
  const { text } = profileOf(site.settings())
  return {
    pageContext: {
      pageProps: {
        registration,
        siteName: site.settings().name,
        words: accountWordsOf(site.settings()),
        code: urlParsed.search.code ?? '',
      },
      head: {
        title: text('adminOnly'),
        description: text('adminOnlyText'),
        path: '/auth',
        noindex: true,
      },
    },
  }
}
