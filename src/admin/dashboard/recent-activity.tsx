import type { Activity, Dashboard } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { Fact } from '../shell/fact.tsx'
import { Moment } from '../shell/moment.tsx'

/**
 * The user's previous login, the last edit and the last creation, each with a link (rulings,
 * section 6).
 */
export function RecentActivity({
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
