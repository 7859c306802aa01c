import { useEffect, useState } from 'preact/hooks'

/** Whether somebody can see the page. A browser opens few connections to one server, for all its tabs together. */
export function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const look = (): void => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
