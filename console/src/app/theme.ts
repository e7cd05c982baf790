/** Light or dark: what the reader's system says, unless they chose themselves. */

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'oas.theme'

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY)
    delete document.documentElement.dataset['theme']
    return
  }
  localStorage.setItem(KEY, theme)
  document.documentElement.dataset['theme'] = theme
}
