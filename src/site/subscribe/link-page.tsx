import { DownloadIcon } from '../../ui/icons.tsx'
import { useTexts } from '../../ui/site-profile.tsx'
import { MessagePage } from '../message-page.tsx'
import { SubscribeIsland } from './subscribe-island.tsx'

/** Links after a confirmation. */
export interface NextSteps {
  issue: { title: string; address: string } | null
  download: { title: string; address: string } | null
}

export interface LinkPageProps {
  title: string
  text: string
  /** A button that applies the link. */
  action?: { address: string; token: string; label: string }
  /** Offers to subscribe again. */
  form?: boolean
  next?: NextSteps
}

/** A page for a link in a mail: a short explanation and an action. Works without script. */
export function LinkPage({ title, text, action, form = false, next }: LinkPageProps) {
  const words = useTexts()
  return (
    <MessagePage title={title} text={text}>
      <div className="mt-8 max-w-xl">
        {action ? (
          <form
            method="post"
            action={`${action.address}?token=${encodeURIComponent(action.token)}`}
          >
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <button type="submit" className="btn btn-solid">
                {action.label}
              </button>
              <a className="underline underline-offset-4" href="/">
                {words('notNow')}
              </a>
            </div>
          </form>
        ) : form ? (
          <SubscribeIsland row />
        ) : (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            {next?.download && (
              <a className="btn btn-solid" href={next.download.address}>
                <DownloadIcon /> {words('downloadNamed', { title: next.download.title })}
              </a>
            )}
            {next?.issue && (
              <a
                className={next.download ? 'underline underline-offset-4' : 'btn btn-solid'}
                href={next.issue.address}
              >
                {words('readNewest', { title: next.issue.title })}
              </a>
            )}
            <a
              className={
                next?.download || next?.issue ? 'underline underline-offset-4' : 'btn btn-solid'
              }
              href="/"
            >
              {words('home')}
            </a>
          </div>
        )}
      </div>
    </MessagePage>
  )
}
