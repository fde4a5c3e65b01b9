import { useEffect, useState } from 'react'

const inAddress = () => new URLSearchParams(location.search).get('show') === 'deleted'

/** Whether the screen shows deleted downloads; stored in the address, so that Back and a reload restore it. */
export function useShowDeleted(): [boolean, (show: boolean) => void] {
  const [shown, setShown] = useState(inAddress)
  useEffect(() => {
    const follow = () => setShown(inAddress())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return [
    shown,
    (show) => {
      history.pushState(null, '', show ? `${location.pathname}?show=deleted` : location.pathname)
      setShown(show)
    },
  ]
}
