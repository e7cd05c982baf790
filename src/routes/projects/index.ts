import { CreateProject } from './create-project.ts'
import { DeleteProject } from './delete-project.ts'
import { GetProject } from './get-project.ts'
import { ListProjects } from './list-projects.ts'
import { UpdateProject } from './update-project.ts'

export const projectOperations = [ListProjects, CreateProject, GetProject, UpdateProject, DeleteProject]
