import { useTexts } from '../ui/site-profile.tsx'
import { MessagePage } from './message-page.tsx'

/** A not-found page: what is missing, a sentence, and links. */
export function NotFound({
  title,
  text,
  links,
}: {
  title: string
  text: string
  links: Array<{ label: string; href: string }>
}) {
  return (
    <MessagePage title={title} text={text}>
      <div className="mt-8 flex flex-wrap gap-3">
        {links.map((link, index) => (
          <a key={link.href} className={`btn ${index === 0 ? 'btn-solid' : ''}`} href={link.href}>
            {link.label}
          </a>
        ))}
      </div>
    </MessagePage>
  )
}

export function ArticleNotFound() {
  const text = useTexts()
  return (
    <NotFound
      title={text('articleNotFound')}
      text={text('articleNotFoundText')}
      links={[
        { label: text('allArticles'), href: '/category/all' },
        { label: text('search'), href: '/search' },
      ]}
    />
  )
}

export function NewsItemNotFound() {
  const text = useTexts()
  return (
    <NotFound
      title={text('newsNotFound')}
      text={text('newsNotFoundText')}
      links={[{ label: text('backToNews'), href: '/news' }]}
    />
  )
}

export function NewsletterNotFound() {
  const text = useTexts()
  return (
    <NotFound
      title={text('newsletterNotFound')}
      text={text('newsletterNotFoundText')}
      links={[{ label: text('backToNewsletters'), href: '/newsletters' }]}
    />
  )
}

export function PageNotFound() {
  const text = useTexts()
  return (
    <NotFound
      title={text('pageNotFound')}
      text={text('pageNotFoundText')}
      links={[
        { label: text('home'), href: '/' },
        { label: text('allArticles'), href: '/category/all' },
        { label: text('search'), href: '/search' },
      ]}
    />
  )
}

export function PageFailed() {
  const text = useTexts()
  return (
    <NotFound
      title={text('pageFailed')}
      text={text('pageFailedText')}
      links={[{ label: text('home'), href: '/' }]}
    />
  )
}
