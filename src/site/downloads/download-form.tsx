import { type ReactNode, useState } from 'react'
import type { SubscribeAnswer } from '#domain/subscribe.ts'
import { useFormTexts } from '../../ui/form-texts.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { PleaseConfirm, SubscribeForm } from '../subscribe/subscribe-form.tsx'

export interface DownloadFormProps {
  download: { id: number; title: string }
  /** Shown above the form; disappears with it. */
  intro?: ReactNode
}

/** Subscribes an address and starts the download; a link to download again remains. */
export function DownloadForm({ download, intro }: DownloadFormProps) {
  const text = useFormTexts()
  const [answer, setAnswer] = useState<SubscribeAnswer | null>(null)
  const [asked, setAsked] = useState<string | null>(null)

  function showAnswer(subscribed: SubscribeAnswer, email: string | null) {
    setAnswer(subscribed)
    setAsked(email)
    // The response is an attachment: the browser stores it and stays on this page.
    if (subscribed.download) window.location.assign(subscribed.download.url)
  }

  if (!answer)
    return (
      <>
        {intro}
        <SubscribeForm
          placement="download_modal"
          subscriptionType="download"
          fields={{ download_id: download.id, download_title: download.title }}
          action={text('getDownload')}
          onSubscribed={showAnswer}
        />
      </>
    )
  return (
    <div className="grid gap-5">
      {asked !== null && <PleaseConfirm email={asked} />}
      <div role="status">
        {answer.download ? (
          <>
            <p className="mb-3 font-text text-small">{text('downloadStarts')}</p>
            <a ref={takeFocus} className="btn btn-solid w-full" href={answer.download.url}>
              <DownloadIcon /> {text('downloadNamed', { title: download.title })}
            </a>
          </>
        ) : (
          <p className="font-semibold">{text('downloadGone')}</p>
        )}
      </div>
    </div>
  )
}

/** The focused field was removed. */
const takeFocus = (link: HTMLAnchorElement | null) => link?.focus()
