"""Rearranges an exported detector so that the runtime has less to do. It computes the same; only sums are rounded in another order."""

import numpy as np
import onnx
from onnx import helper, numpy_helper


class Graph:
    """A graph whose constants are all initializers, as `fold_constants` leaves it."""

    def __init__(self, model: onnx.ModelProto):
        self.graph = model.graph

    def of(self, kind: str) -> list:
        return [node for node in self.graph.node if node.op_type == kind]

    def constant(self, name: str) -> np.ndarray:
        return next(numpy_helper.to_array(tensor) for tensor in self.graph.initializer if tensor.name == name)

    def add_constant(self, name: str, values: np.ndarray) -> str:
        self.graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def maker(self, value: str):
        return next(node for node in self.graph.node if value in node.output)

    def users(self, value: str) -> list:
        return [node for node in self.graph.node if value in node.input]

    def replace(self, old: list, new: list) -> None:
        """Puts the new nodes where the first of the old ones is."""
        at = list(self.graph.node).index(old[0])
        for node in old:
            self.graph.node.remove(node)
        for number, node in enumerate(new):
            self.graph.node.insert(at + number, node)

    def drop_unused_constants(self) -> None:
        used = {name for node in self.graph.node for name in node.input}
        for tensor in [tensor for tensor in self.graph.initializer if tensor.name not in used]:
            self.graph.initializer.remove(tensor)


def like(node, inputs: list[str], output: str, name: str):
    """A node with the same settings."""
    made = helper.make_node(node.op_type, inputs, [output], name=name)
    made.attribute.extend(node.attribute)
    return made


def scale_in_first_layer(graph: Graph) -> None:
    """The division by 255 becomes part of the first convolution's weights."""
    (division,) = graph.of("Div")
    (first,) = graph.users(division.output[0])
    first.input[0] = division.input[0]
    first.input[1] = graph.add_constant("first_weights_of_bytes", graph.constant(first.input[1]) / np.float32(255))
    graph.replace([division], [])


def two_layers_for_halves(graph: Graph) -> None:
    """A convolution whose output is cut into halves becomes two: cutting would copy everything, twice."""
    for relu in graph.of("Relu"):
        slices = [node for node in graph.users(relu.output[0]) if node.op_type == "Slice"]
        if not slices:
            continue
        layer = graph.maker(relu.input[0])
        weights, bias = graph.constant(layer.input[1]), graph.constant(layer.input[2])
        half, made = len(weights) // 2, []
        for cut in slices:
            start = int(graph.constant(cut.input[1])[0])
            name = f"{layer.name}_from_{start}"
            parameters = [graph.add_constant(f"{name}_{kind}", values[start : start + half]) for kind, values in (("weight", weights), ("bias", bias))]
            made += [like(layer, [layer.input[0], *parameters], f"{name}_output", name), like(relu, [f"{name}_output"], cut.output[0], f"{name}_relu")]
        graph.replace([layer, relu, *slices], made)


def mix_before_enlarging(graph: Graph) -> None:
    """A 1x1 convolution over [fine, enlarged coarse] becomes a sum, whose coarse part is computed at a quarter of the points."""
    for resize in graph.of("Resize"):
        (joined,) = graph.users(resize.output[0])
        fine, coarse = joined.input[0], resize.input[0]
        channels = len(graph.constant(graph.maker(graph.maker(coarse).input[0]).input[1]))
        for layer in graph.users(joined.output[0]):
            weights, name = graph.constant(layer.input[1]), layer.name
            of_fine = graph.add_constant(f"{name}_of_fine", weights[:, :-channels])
            of_coarse = graph.add_constant(f"{name}_of_coarse", weights[:, -channels:])
            graph.replace([layer], [
                like(layer, [coarse, of_coarse], f"{name}_coarse", f"{name}_coarse"),
                like(resize, [f"{name}_coarse", *resize.input[1:]], f"{name}_enlarged", f"{name}_enlarged"),
                like(layer, [fine, of_fine, layer.input[2]], f"{name}_fine", f"{name}_fine"),
                helper.make_node("Add", [f"{name}_fine", f"{name}_enlarged"], [layer.output[0]], name=f"{name}_sum"),
            ])
        graph.replace([resize, joined], [])


def rearrange(model: onnx.ModelProto) -> None:
    graph = Graph(model)
    scale_in_first_layer(graph)
    two_layers_for_halves(graph)
    mix_before_enlarging(graph)
    graph.drop_unused_constants()
    onnx.checker.check_model(model)


def take_interleaved_bytes(model: onnx.ModelProto) -> None:
    """The input becomes [1, height, width, 3] bytes, as pictures are decoded, so they need not be copied into another order first."""
    (image,) = model.graph.input
    _, channels, height, width = (size.dim_value for size in image.type.tensor_type.shape.dim)
    for node in model.graph.node:
        for number, name in enumerate(node.input):
            if name == image.name:
                node.input[number] = "planes"
    image.CopyFrom(helper.make_tensor_value_info(image.name, onnx.TensorProto.UINT8, [1, height, width, channels]))
    model.graph.node.insert(0, helper.make_node("Transpose", [image.name], ["bytes_in_planes"], perm=[0, 3, 1, 2], name="in_planes"))
    model.graph.node.insert(1, helper.make_node("Cast", ["bytes_in_planes"], ["planes"], to=onnx.TensorProto.FLOAT, name="as_float"))
    onnx.checker.check_model(model)
