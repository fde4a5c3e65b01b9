import { Logo } from '../ui/logo.tsx'
import { useTexts } from '../ui/site-profile.tsx'

/** An empty list with a link to something else; by default to all articles. */
export function EmptyState({
  text,
  href = '/category/all',
  action,
}: {
  text: string
  href?: string
  action?: string
}) {
  const toAllArticles = useTexts()('allArticlesLink')
  return (
    <div className="grid justify-items-start gap-5 rounded-card border-2 border-dashed border-line p-8 sm:p-12">
      <Logo className="size-10 text-line" />
      <p className="text-lead font-semibold">{text}</p>
      <a className="btn" href={href}>
        {action ?? toAllArticles}
      </a>
    </div>
  )
}
