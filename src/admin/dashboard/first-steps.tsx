import { Check, Circle } from 'lucide-react'
import { type Dashboard, type FirstStep, firstSteps } from '#domain/dashboard.ts'
import { adminCall } from '../../api/admin-call.ts'
import { Card } from '../../ui/card.tsx'
import { writeAddress } from '../editing/creator-state.ts'
import { ActionButton, useAction } from '../shell/use-action.tsx'

/** What each step is called, what it is for, and where it is done, unless that is on the server. */
const steps: Readonly<Record<FirstStep, { title: string; text?: string; href?: string }>> = {
  name: {
    title: 'Name the site',
    href: '/admin/site',
  },
  address: {
    title: 'Give it its address',
    text: 'Set SITE_URL where the server runs, and start it again.',
  },
  look: {
    title: 'Choose how it looks',
    href: '/admin/site?page=look',
  },
  mail: {
    title: 'Set up mail',
    text: 'Set SMTP_URL and MAIL_FROM where the server runs, and start it again.',
  },
  postalAddress: {
    title: 'Enter your postal address',
    text: 'Every newsletter needs one.',
    href: '/admin/site',
  },
  samples: {
    title: 'Remove the samples',
    href: '#samples',
  },
  text: {
    title: 'Write your first text',
    href: writeAddress('articles'),
  },
  people: {
    title: 'Invite somebody',
    href: '/admin/users',
  },
}

/** What a new site needs, until all of it is done or this user has put the list away. */
export function FirstSteps({ done }: { done: NonNullable<Dashboard['firstSteps']> }) {
  const away = useAction(() => adminCall('DELETE /api/dashboard/first-steps'), {
    failed: 'The list could not be put away',
    refresh: ['GET /api/dashboard'],
  })
  const left = firstSteps.filter((step) => !done[step])
  if (left.length === 0) return null
  return (
    <Card
      title="First steps"
      className="mb-4"
      actions={
        <ActionButton action={away} size="sm" pendingText="Putting away...">
          Put away
        </ActionButton>
      }
    >
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {firstSteps.map((step) => {
          const { title, text, href } = steps[step]
          const Icon = done[step] ? Check : Circle
          return (
            <li key={step} className="flex gap-2.5">
              <Icon
                className={`mt-0.5 size-4.5 flex-none ${done[step] ? 'text-ok' : 'text-muted'}`}
                aria-hidden="true"
              />
              <div className="min-w-0">
                {href ? (
                  <a className="font-semibold underline underline-offset-4" href={href}>
                    {title}
                  </a>
                ) : (
                  <span className="font-semibold">{title}</span>
                )}
                {done[step] && <span className="sr-only"> (done)</span>}
                {text && !done[step] && <p className="text-small text-muted">{text}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
