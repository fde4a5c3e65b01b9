import type { PageTextKey } from '#domain/site/texts/en.ts'
import { useTexts } from '../ui/site-profile.tsx'
import { MessagePage } from './message-page.tsx'

/** Where the links of these pages lead, by their texts. */
const places = {
  home: '/',
  allArticles: '/category/all',
  search: '/search',
  backToNews: '/news',
  backToNewsletters: '/newsletters',
  adminLogin: '/admin/login',
} as const

/** The pages by the texts of their titles, with their links. */
const pages = {
  articleNotFound: ['allArticles', 'search'],
  newsNotFound: ['backToNews'],
  newsletterNotFound: ['backToNewsletters'],
  pageNotFound: ['home', 'allArticles', 'search'],
  pageFailed: ['home'],
  draftEnded: ['home'],
  adminOnly: ['home', 'adminLogin'],
} satisfies Partial<Record<PageTextKey, ReadonlyArray<keyof typeof places>>>

/** A page in place of one that is not there: what is missing, a sentence, and links. */
export function NotFound({ title, text }: { title: keyof typeof pages; text?: PageTextKey }) {
  const words = useTexts()
  return (
    <MessagePage title={words(title)} text={words(text ?? `${title}Text`)}>
      <div className="mt-8 flex flex-wrap gap-3">
        {pages[title].map((place, index) => (
          <a key={place} className={`btn ${index === 0 ? 'btn-solid' : ''}`} href={places[place]}>
            {words(place)}
          </a>
        ))}
      </div>
    </MessagePage>
  )
}
