import type { LinkState } from '#domain/subscription-link.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { MessagePage } from '../message-page.tsx'
import { LinkPage, type MailLink } from './link-page.tsx'

/**
 * The page where a reader chooses topics and levels, by the link of a mail and without an account.
 * Works without script.
 */
export function Preferences(link: MailLink) {
  const { state, token } = link
  return state.kind === 'choose' ? (
    <Choosing state={state} token={token} />
  ) : (
    <LinkPage name="preferences" {...link} />
  )
}

function Choosing({
  state,
  token,
}: {
  state: Extract<LinkState, { kind: 'choose' }>
  token: string
}) {
  const { choice, saved, email } = state
  const { categories, levels, text } = useProfile()
  const address = `token=${encodeURIComponent(token)}`
  return (
    <MessagePage
      title={text(saved ? 'topicsSaved' : 'topicsTitle')}
      text={text('topicsText', { email })}
    >
      <form method="post" action={`/preferences?${address}`} className="mt-8 grid max-w-xl gap-8">
        <Choices
          legend={text('topics')}
          name="topics"
          chosen={choice.topics}
          offered={categories.listed.map((name) => [name, categories.label(name)])}
        />
        {levels.keys.length > 0 && (
          <Choices
            legend={text('levels')}
            name="levels"
            chosen={choice.levels}
            offered={levels.keys.map((name) => [name, levels.label(name)])}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" className="btn btn-solid">
            {text('saveTopics')}
          </button>
          <a className="underline underline-offset-4" href={`/unsubscribe?${address}`}>
            {text('leaveAll')}
          </a>
        </div>
      </form>
    </MessagePage>
  )
}

function Choices({
  legend,
  name,
  chosen,
  offered,
}: {
  legend: string
  name: string
  chosen: ReadonlyArray<string>
  offered: ReadonlyArray<readonly [value: string, label: string]>
}) {
  return (
    <fieldset>
      <legend className="mb-3 text-18 font-semibold">{legend}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {offered.map(([value, label]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              className="size-5 flex-none accent-link"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
