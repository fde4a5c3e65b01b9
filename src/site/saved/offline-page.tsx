import { useTexts } from '../../ui/site-profile.tsx'
import { MessagePage } from '../message-page.tsx'

/**
 * Shown by the service worker for saved pages when it can neither fetch a page nor has it stored.
 */
export function OfflinePage() {
  const text = useTexts()
  return (
    <MessagePage title={text('offlineTitle')} text={text('offlineText')}>
      <div className="mt-8 flex flex-wrap gap-3">
        <a className="btn btn-solid" href="/saved">
          {text('savedArticles')}
        </a>
        <button type="button" className="btn" data-needs-script data-try-again="/api/health">
          {text('loadAgain')}
        </button>
      </div>
    </MessagePage>
  )
}
