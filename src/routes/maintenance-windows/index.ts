import { CreateWindow } from './create-window.ts'
import { DeleteWindow } from './delete-window.ts'
import { GetWindow } from './get-window.ts'
import { ListWindows } from './list-windows.ts'
import { UpdateWindow } from './update-window.ts'

export const maintenanceWindowOperations = [ListWindows, CreateWindow, GetWindow, UpdateWindow, DeleteWindow]
