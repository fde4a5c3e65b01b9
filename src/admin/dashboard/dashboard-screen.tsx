import { useQuery } from '@tanstack/react-query'
import { Mail, PenLine } from 'lucide-react'
import type { Activity, Dashboard } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { hasRole } from '#domain/roles.ts'
import type { SyncState } from '#domain/sync.ts'
import { callQuery } from '../../api/admin-call.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { writeAddress } from '../editing/creator-state.ts'
import { useAuth, useRole } from '../shell/auth.tsx'
import { Fact } from '../shell/fact.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { Screen } from '../shell/screen.tsx'
import { onTheServer } from '../shell/show-failure.ts'
import { ActionCards } from './action-cards.tsx'
import { ContentProblems } from './content-problems.tsx'
import { Downloads } from './downloads.tsx'
import { FirstSteps } from './first-steps.tsx'
import { MailPill, MailState } from './mail-state.tsx'
import { PartCard } from './part-card.tsx'
import { RemoteCard, useSync } from './remote-card.tsx'
import { Reviews } from './reviews.tsx'
import { Samples } from './samples.tsx'
import { Growth, Subscribers } from './subscribers.tsx'
import { Drafts, Published, Schedule } from './work-list.tsx'

/**
 * `/admin` (specification, section 2; recent activity and the state of the content by rulings,
 * sections 2 and 6): what there is to do, on the left, and the state of the site. Each part has its
 * own call, so that one that fails does not hide the others.
 */
export function DashboardScreen() {
  const { state } = useAuth()
  const dashboard = useQuery(callQuery('GET /api/dashboard'))
  const work = useQuery(callQuery('GET /api/dashboard/work'))
  const role = useRole()
  const isEditor = hasRole(role, 'editor')
  const mails = useQuery({ ...callQuery('GET /api/dashboard/mails'), enabled: isEditor })
  const sync = useSync()
  const user = state.kind === 'signed-in' || state.kind === 'expired' ? state.user : null
  const confirmations = dashboard.data?.confirmationMails ?? null
  return (
    <Screen
      title="Admin Dashboard"
      current="Admin"
      crumbs={[]}
      actions={
        <>
          <LinkButton icon={<Mail />} href="/admin/manage-content?type=newsletters&create">
            New Issue
          </LinkButton>
          <LinkButton variant="primary" icon={<PenLine />} href={writeAddress('articles')}>
            Write
          </LinkButton>
        </>
      }
    >
      <p className="-mt-3 mb-6 text-soft">
        {welcome(user && (user.name || user.username))} Write something new, or look after what is
        there.
      </p>
      <Faults {...dashboard.data} sync={sync.data} />
      {role === 'owner' && dashboard.data?.firstSteps && (
        <FirstSteps done={dashboard.data.firstSteps} />
      )}
      <ActionCards />
      <div
        className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
        data-part="dashboard-state"
      >
        <div className="grid gap-4">
          <Reviews />
          <PartCard title="Drafts" query={work} name="drafts">
            {({ drafts }) => <Drafts {...drafts} />}
          </PartCard>
          <PartCard title="Schedule" query={work} name="schedule">
            {({ scheduled }) => <Schedule {...scheduled} mails={mails.data?.scheduled ?? []} />}
          </PartCard>
          <PartCard title="Published lately" query={work} name="published items">
            {({ published }) => <Published items={published} />}
          </PartCard>
          <ContentProblems />
          {role === 'owner' && <Samples />}
          {dashboard.data && <UncommittedFiles files={dashboard.data.uncommitted} />}
        </div>
        <div className="grid gap-4">
          {isEditor && (
            <>
              <PartCard
                title="Subscribers"
                query={dashboard}
                name="subscribers"
                actions={
                  <LinkButton href="/admin/subscribers" size="sm">
                    Manage subscribers
                  </LinkButton>
                }
                more={<Growth />}
              >
                {(data) => <Subscribers {...data} />}
              </PartCard>
              <PartCard
                title="Mail"
                query={mails}
                name="state of the mails"
                actions={mails.data && <MailPill {...mails.data} confirmations={confirmations} />}
              >
                {(data) => <MailState {...data} confirmations={confirmations} />}
              </PartCard>
            </>
          )}
          <PartCard title="Downloads" query={work} name="downloads">
            {({ downloads }) => <Downloads {...downloads} />}
          </PartCard>
          <PartCard title="Recent Activity" query={dashboard} name="last changes">
            {(data) => <RecentActivity {...data} />}
          </PartCard>
          {!sync.isPending && (
            <Loaded query={sync} name="state of the remote">
              {(remote) => remote.kind === 'on' && <RemoteCard remote={remote} />}
            </Loaded>
          )}
        </div>
      </div>
    </Screen>
  )
}

/** What only the server can repair, above everything else. */
function Faults({
  blocker,
  dataProblems = [],
  sync,
}: Partial<Dashboard> & { sync: SyncState | undefined }) {
  return (
    <>
      {blocker && <FaultNotice title="Nothing can be saved right now." reason={blocker} />}
      {sync?.kind === 'on' && sync.state === 'rewound' && sync.error && (
        <FaultNotice
          title="Saved changes may be missing."
          reason={sync.error.message}
          seenByVisitors="Visitors see what the remote has now."
        />
      )}
      {dataProblems.map((problem) => (
        <FaultNotice
          key={problem}
          title="A data file of the site can’t be used."
          reason={problem}
        />
      ))}
    </>
  )
}

/** The greeting. A dot at the end of the name ends the sentence. */
function welcome(name: string | null) {
  return `Welcome${name ? `, ${name.replace(/\.$/, '')}` : ''}.`
}

/** Notice about a fault that only the server can repair; public pages still work. */
function FaultNotice({
  title,
  reason,
  seenByVisitors = 'Visitors see the site as before.',
}: {
  title: string
  reason: string
  seenByVisitors?: string
}) {
  return (
    <div className="notice mb-4" data-tone="danger" role="alert">
      <div>
        <p>
          <strong>{title}</strong> {reason}
        </p>
        <p className="mt-1 text-small text-soft">
          {seenByVisitors} {onTheServer}
        </p>
      </div>
    </div>
  )
}

const changes: Readonly<
  Record<Dashboard['uncommitted'][number]['change'], { word: string; tone: Tone }>
> = {
  new: { word: 'New', tone: 'ok' },
  modified: { word: 'Changed', tone: 'warn' },
  deleted: { word: 'Deleted', tone: 'danger' },
}

/**
 * Files with uncommitted changes in the work tree of the server; renders nothing when there are
 * none.
 */
function UncommittedFiles({ files }: { files: Dashboard['uncommitted'] }) {
  if (files.length === 0) return null
  return (
    <Card title="Uncommitted files" actions={<Badge tone="warn">{files.length}</Badge>}>
      <p className="text-muted">
        Somebody works on these files on the server itself and has not committed them. Visitors
        don't see the changes yet, and such a file can't be saved here until that person has
        committed or undone them with git.
      </p>
      <ul className="file-list">
        {files.map(({ path, change }) => (
          <li key={path}>
            <code>{path}</code>
            <Badge tone={changes[change].tone}>{changes[change].word}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * The user's previous login, the last edit and the last creation, each with a link (rulings,
 * section 6).
 */
function RecentActivity({
  previousLoginAt,
  lastEdit,
  lastCreation,
}: Pick<Dashboard, 'previousLoginAt' | 'lastEdit' | 'lastCreation'>) {
  return (
    <dl className="facts">
      <Fact name="Last login">
        {previousLoginAt ? (
          <a href="/admin/account#sessions">
            <Moment instant={previousLoginAt} />
          </a>
        ) : (
          'This is your first one.'
        )}
      </Fact>
      <Fact name="Last content edit">
        {lastEdit ? <Change activity={lastEdit} /> : 'Nothing was edited yet.'}
      </Fact>
      <Fact name="Last content creation">
        {lastCreation ? <Change activity={lastCreation} /> : 'Nothing was created yet.'}
      </Fact>
    </dl>
  )
}

function Change({ activity }: { activity: Activity }) {
  return (
    <>
      <a dir="auto" href={editorPath(activity)}>
        {activity.title}
      </a>
      <span className="text-muted">
        <Moment instant={activity.date} /> by {activity.author}
      </span>
    </>
  )
}
