import { FilePlus2, LifeBuoy, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayOpen } from '#domain/admin-address.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useRole } from '../shell/auth.tsx'

const tips = [
  'Use the unified content creator for AI-assisted creation',
  'Preview content with AI analysis before publishing',
  'Use the content manager to edit or delete',
  'Use descriptive titles and meta descriptions for SEO',
]

/** The three cards that lead on (specification, section 2). */
export function ActionCards() {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <ActionCard
        icon={<FilePlus2 />}
        title="Create Content"
        text="Create articles and news with AI-powered analysis and suggestions."
        link={{ href: '/admin/create-content', label: 'Create Content', variant: 'primary' }}
      />
      <ActionCard
        icon={<PenLine />}
        title="Manage Content"
        text="Edit, delete or reorganize articles, news and newsletters."
        link={{ href: '/admin/manage-content', label: 'Manage Content' }}
      >
        {mayOpen('/admin/import', useRole()) && (
          <p className="text-small">
            <a className="underline underline-offset-4" href="/admin/import-newsletter">
              Import newsletters from mails
            </a>
            {' · '}
            <a className="underline underline-offset-4" href="/admin/import">
              Import from another system
            </a>
          </p>
        )}
      </ActionCard>
      <ActionCard
        icon={<LifeBuoy />}
        title="Help & Resources"
        text="Quick tips:"
        link={{ href: '/', label: 'Back to the website' }}
      >
        <ul className="grid gap-1 mb-2 ps-4.5 list-[square] text-14 text-soft marker:text-accent-ink">
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </ActionCard>
    </div>
  )
}

function ActionCard({
  icon,
  title,
  text,
  link,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  link: { href: string; label: string; variant?: 'primary' }
  children?: ReactNode
}) {
  return (
    <section className="panel flex flex-col items-start gap-2" aria-label={title}>
      <div className="flex items-center gap-3">
        <span className="grid place-items-center size-10 rounded-card bg-sunk">{icon}</span>
        <h2 className="text-20">{title}</h2>
      </div>
      <p className="text-soft">{text}</p>
      {children}
      <LinkButton href={link.href} variant={link.variant ?? 'outline'} className="mt-auto">
        {link.label}
      </LinkButton>
    </section>
  )
}
