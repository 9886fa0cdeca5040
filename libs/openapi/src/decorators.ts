import * as swagger from '@nestjs/swagger';
import { documented } from './documented';

const later =
  <A extends unknown[], D extends ClassDecorator | MethodDecorator | PropertyDecorator>(
    load: () => (...options: A) => D,
  ) =>
  (...options: A): D =>
    documented(() => load()(...options)) as D;

/** The decorators of @nestjs/swagger by their names, with their options: see `documented`. */
export const ApiBody = later(() => swagger.ApiBody);
export const ApiExcludeController = later(() => swagger.ApiExcludeController);
export const ApiExcludeEndpoint = later(() => swagger.ApiExcludeEndpoint);
export const ApiExtension = later(() => swagger.ApiExtension);
export const ApiMethodNotAllowedResponse = later(() => swagger.ApiMethodNotAllowedResponse);
export const ApiOkResponse = later(() => swagger.ApiOkResponse);
export const ApiOperation = later(() => swagger.ApiOperation);
export const ApiProperty = later(() => swagger.ApiProperty);
export const ApiQuery = later(() => swagger.ApiQuery);
export const ApiResponse = later(() => swagger.ApiResponse);
export const ApiTags = later(() => swagger.ApiTags);
