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

export const ArticleNotFound = () => (
  <NotFound
    title="Article Not Found"
    text="There is no article at this address. It may have been moved or taken down."
    links={[
      { label: 'All Tips & Tricks', href: '/category/all' },
      { label: 'Search', href: '/search' },
    ]}
  />
)

export const NewsItemNotFound = () => (
  <NotFound
    title="News Item Not Found"
    text="There is no news item at this address. It may have been moved or taken down."
    links={[{ label: 'Back to News', href: '/news' }]}
  />
)

export const NewsletterNotFound = () => (
  <NotFound
    title="Newsletter Not Found"
    text="There is no newsletter issue at this address."
    links={[{ label: 'Back to Newsletters', href: '/newsletters' }]}
  />
)

export const PageNotFound = () => (
  <NotFound
    title="404 Page Not Found"
    text="Did you forget to add the page to the router?"
    links={[
      { label: 'Home', href: '/' },
      { label: 'All Tips & Tricks', href: '/category/all' },
      { label: 'Search', href: '/search' },
    ]}
  />
)

export const PageFailed = () => (
  <NotFound
    title="Something went wrong"
    text="The page could not be made just now. Please try again in a moment."
    links={[{ label: 'Home', href: '/' }]}
  />
)
