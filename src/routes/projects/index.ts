import { GetProject } from './get-project.ts'
import { ListProjects } from './list-projects.ts'

export const projectOperations = [ListProjects, GetProject]
