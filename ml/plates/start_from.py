"""Takes the weights of an exported model, so that a shipped model can be fine-tuned.

The export has folded each batch normalization into its convolution. `load_weights` leaves the normalizations as plain offsets, which
computes the same; `restore_statistics` then measures what they would have seen, which still computes the same and can be trained."""

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnx import numpy_helper

LAYERS = {nn.Conv2d: "Conv", nn.Linear: "MatMul", nn.LayerNorm: "LayerNormalization"}


def stored_tensors(graph) -> dict[str, np.ndarray]:
    """Every constant by name, also behind the Cast from float16."""
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant" and node.attribute[0].name == "value":
            tensors[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
    for node in graph.node:
        if node.op_type in ("Cast", "Identity") and node.input[0] in tensors:
            tensors[node.output[0]] = tensors[node.input[0]].astype(np.float32)
    return tensors


def layers_in_order(model: nn.Module, example) -> dict[str, list[nn.Module]]:
    """The model's layers of each kind in the order in which they run, which is the order of the exported graph."""
    order: dict[str, list[nn.Module]] = {kind: [] for kind in LAYERS.values()}
    hooks = [
        module.register_forward_pre_hook(lambda module, _: order[LAYERS[type(module)]].append(module))
        for module in model.modules()
        if type(module) in LAYERS
    ]
    model.eval()
    with torch.no_grad():
        model(example)
    for hook in hooks:
        hook.remove()
    return order


@torch.no_grad()
def load_weights(model: nn.Module, path: str, example) -> None:
    graph = onnx.load(path).graph
    tensors = stored_tensors(graph)
    added_to = {}  # the constant that is added to a value: a linear layer's bias
    for node in graph.node:
        if node.op_type == "Add":
            for value, constant in (list(node.input), list(node.input)[::-1]):
                if constant in tensors:
                    added_to[value] = tensors[constant]
    found: dict[str, list] = {kind: [] for kind in LAYERS.values()}
    for node in graph.node:
        if node.op_type in found and node.input[1] in tensors:
            weight = tensors[node.input[1]]
            if node.op_type == "MatMul":
                found["MatMul"].append((weight.T, added_to[node.output[0]]))
            else:
                found[node.op_type].append((weight, tensors[node.input[2]]))
    normalization_after = {}
    modules = list(model.modules())
    for before, after in zip(modules, modules[1:]):
        if isinstance(before, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
            normalization_after[before] = after
    for kind, layers in layers_in_order(model, example).items():
        if len(layers) != len(found[kind]):
            raise ValueError(f"{path} holds {len(found[kind])} layers of the kind {kind}, the model {len(layers)}")
        for layer, (weight, bias) in zip(layers, found[kind]):
            if layer.weight.shape != weight.shape:
                raise ValueError(f"{path}: a {kind} of shape {weight.shape} where the model has {tuple(layer.weight.shape)}")
            layer.weight.copy_(torch.from_numpy(weight.copy()))
            if layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias.copy()))
            else:
                normalization = normalization_after[layer]
                normalization.weight.fill_(1)
                normalization.bias.copy_(torch.from_numpy(bias.copy()))
                normalization.running_mean.zero_()
                normalization.running_var.fill_(1 - normalization.eps)
    # What is neither layer nor bias: positions and queries, distinguished by their shapes.
    in_layers = {id(parameter) for module in model.modules() if type(module) in (*LAYERS, nn.BatchNorm2d) for parameter in module.parameters(False)}
    for parameter in model.parameters():
        if id(parameter) not in in_layers:
            (value,) = [value for value in tensors.values() if value.shape == tuple(parameter.shape) and value.dtype == np.float32]
            parameter.copy_(torch.from_numpy(value.copy()))


@torch.no_grad()
def restore_statistics(model: nn.Module, batches) -> None:
    """Means and variances in front of each normalization, over some training batches; what the model computes stays the same."""
    sums: dict[nn.Module, list] = {}

    def note(module, inputs) -> None:
        (values,) = inputs
        mean, square = values.float().mean((0, 2, 3)), values.float().square().mean((0, 2, 3))
        entry = sums.setdefault(module, [0, torch.zeros_like(mean), torch.zeros_like(mean)])
        entry[0], entry[1], entry[2] = entry[0] + 1, entry[1] + mean, entry[2] + square

    normalizations = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [module.register_forward_pre_hook(note) for module in normalizations]
    model.eval()
    for batch in batches:
        model(batch)
    for hook in hooks:
        hook.remove()
    for module, (count, mean, square) in sums.items():
        mean, variance = mean / count, (square / count - (mean / count).square()).clamp_min(1e-6)
        module.weight.copy_((variance + module.eps).sqrt())
        module.bias.add_(mean)
        module.running_mean.copy_(mean)
        module.running_var.copy_(variance)
