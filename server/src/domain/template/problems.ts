export interface TemplateProblem {
  path: string
  message: string
}

export type Report = (path: string, message: string) => void
