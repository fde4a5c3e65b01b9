import { DownloadIcon } from '../../ui/icons.tsx'
import { useTexts } from '../../ui/site-profile.tsx'
import { MessagePage } from '../message-page.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

export interface SubscribedProps {
  problem: 'email' | 'later' | null
  /** The download that the subscription gives access to. */
  download: { title: string; url: string } | null
  /** The subscriber must follow a link in a mail. */
  confirmation: boolean
  /** The values of the rejected form. */
  retry: { source: string | null; download: { id: number; title: string } | null }
}

const texts = {
  none: {
    title: 'subscriptionDone',
    text: 'subscriptionText',
  },
  confirm: {
    title: 'subscriptionReceived',
    text: 'pleaseConfirm',
  },
  email: {
    title: 'invalidEmail',
    text: 'invalidEmailText',
  },
  later: {
    title: 'subscriptionFailed',
    text: 'tryAgain',
  },
} as const

/**
 * The page with the result of a form sent without script; its texts are those of the toasts
 * (specification, section 8).
 */
export function Subscribed({ problem, download, confirmation, retry }: SubscribedProps) {
  const words = useTexts()
  const { title, text } = texts[problem ?? (confirmation ? 'confirm' : 'none')]
  return (
    <MessagePage title={words(title)} text={words(text)}>
      <div className="mt-8 max-w-xl">
        {problem ? (
          <SubscribeForm
            {...(retry.source && { source: retry.source })}
            {...(retry.download
              ? {
                  subscriptionType: 'download',
                  fields: { download_id: retry.download.id, download_title: retry.download.title },
                  action: words('getDownload'),
                }
              : { subscriptionType: 'newsletter' })}
            row
          />
        ) : download ? (
          <>
            <a className="btn btn-solid" href={download.url}>
              <DownloadIcon /> {words('downloadNamed', { title: download.title })}
            </a>
            <p className="mt-3 font-text text-small text-muted">{words('downloadHours')}</p>
          </>
        ) : (
          <a className="btn btn-solid" href="/">
            {words('home')}
          </a>
        )}
      </div>
    </MessagePage>
  )
}
