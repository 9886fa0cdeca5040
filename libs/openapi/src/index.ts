export { createDocument } from './create-document';
export {
  ApiBody,
  ApiExcludeController,
  ApiExcludeEndpoint,
  ApiExtension,
  ApiMethodNotAllowedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from './decorators';
export { documented } from './documented';
