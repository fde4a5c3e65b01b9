import { useQuery } from '@tanstack/react-query'
import { FilePlus2, LifeBuoy, Mail, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { callQuery } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { writeAddress } from '../item/creator-state.ts'
import { useAuth } from '../shell/auth.tsx'
import { Screen } from '../shell/screen.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'
import { ContentProblems } from './content-problems.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RemoteState } from './remote-state.tsx'
import { Subscribers } from './subscribers.tsx'
import { UncommittedFiles } from './uncommitted-files.tsx'

const tips = [
  'Use the unified content creator for AI-assisted creation',
  'Preview content with AI analysis before publishing',
  'Use the content manager to edit or delete',
  'Use descriptive titles and meta descriptions for SEO',
]

/** `/admin` (specification, section 2; recent activity and the state of the content by rulings, sections 2 and 6). */
export function DashboardScreen() {
  const { state } = useAuth()
  const dashboard = useQuery({ ...callQuery('GET /api/dashboard'), refetchOnMount: 'always' })
  const user = state.kind === 'signed-in' || state.kind === 'expired' ? state.user : null
  return (
    <Screen
      title="Admin Dashboard"
      current="Admin"
      crumbs={[]}
      actions={
        <>
          <LinkButton icon={<Mail aria-hidden="true" />} href="/admin/manage-content?type=newsletters&create">
            New Issue
          </LinkButton>
          <LinkButton variant="primary" icon={<PenLine aria-hidden="true" />} href={writeAddress('articles')}>
            Write
          </LinkButton>
        </>
      }
    >
      <p className="-mt-3 mb-6 text-soft">
        {welcome(user && (user.name || user.username))} Write something new, or look after what is there.
      </p>
      {dashboard.data?.blocker && (
        <FaultNotice title="Nothing can be saved right now." reason={dashboard.data.blocker} />
      )}
      {dashboard.data?.dataProblems?.map((problem) => (
        <FaultNotice key={problem} title="A data file of the site can’t be used." reason={problem} />
      ))}
      <div className="grid gap-4 lg:grid-cols-3">
        <ActionCard
          icon={<FilePlus2 aria-hidden="true" />}
          title="Create Content"
          text="Create articles and news with AI-powered analysis and suggestions."
          link={{ href: '/admin/create-content', label: 'Create Content', variant: 'primary' }}
        />
        <ActionCard
          icon={<PenLine aria-hidden="true" />}
          title="Manage Content"
          text="Edit, delete or reorganize articles, news and newsletters."
          link={{ href: '/admin/manage-content', label: 'Manage Content' }}
        >
          <p className="text-small">
            <a className="underline underline-offset-4" href="/admin/import-newsletter">
              Import newsletters from mails
            </a>
          </p>
        </ActionCard>
        <ActionCard
          icon={<LifeBuoy aria-hidden="true" />}
          title="Help & Resources"
          text="Quick tips:"
          link={{ href: '/', label: 'Back to the website' }}
        >
          <ul className="grid gap-1 mb-2 pl-4.5 list-[square] text-14 text-soft marker:text-accent-ink">
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </ActionCard>
      </div>
      {dashboard.isPending ? (
        <Spinner label="Loading the state of the site..." />
      ) : dashboard.isError ? (
        <div className="mt-4">
          <ErrorPanel
            title="The state of the site could not be loaded"
            message={reasonOf(dashboard.error) ?? unreachable}
            retry={() => dashboard.refetch()}
          />
        </div>
      ) : (
        <div className="mt-4 grid items-start gap-4 lg:grid-cols-2" data-part="dashboard-state">
          <div className="grid gap-4">
            <RecentActivity {...dashboard.data} />
            <RemoteState />
          </div>
          <div className="grid gap-4">
            <Subscribers {...dashboard.data} />
            <ContentProblems {...dashboard.data} />
            <UncommittedFiles files={dashboard.data.uncommitted} />
          </div>
        </div>
      )}
    </Screen>
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
      <span className="grid place-items-center size-10 rounded-card bg-sunk">{icon}</span>
      <h2 className="text-20">{title}</h2>
      <p className="text-soft">{text}</p>
      {children}
      <LinkButton href={link.href} variant={link.variant ?? 'outline'} className="mt-auto">
        {link.label}
      </LinkButton>
    </section>
  )
}

/** The greeting. A dot at the end of the name ends the sentence. */
function welcome(name: string | null): string {
  return `Welcome${name ? `, ${name.replace(/\.$/, '')}` : ''}.`
}
